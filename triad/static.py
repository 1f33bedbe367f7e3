"""Static files under names that tell their content, so that browsers may keep them for ever."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStatic(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage that also rewrites the imports of ES modules to the hashed names."""

    support_js_module_import_aggregation = True
