from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0008_played_on_from"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="delay",
            field=models.PositiveSmallIntegerField(default=0, help_text="seconds by which others see it later"),
        ),
        migrations.AddField(
            model_name="match",
            name="held",
            field=models.JSONField(
                blank=True,
                help_text="of a delayed match: version, and what its end still owes: stayed, entry, keys",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="revealed_at",
            field=models.DateTimeField(
                blank=True,
                help_text="when the end of a delayed match was shown, and what follows from it done",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="shown",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "not yet, or not delayed"),
                    ("running", "its play"),
                    ("ended", "the end of its play"),
                ],
                default="",
                max_length=7,
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="shown_at",
            field=models.DateTimeField(
                blank=True, help_text="when others see the next thing of a delayed match that has happened", null=True
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="state",
            field=models.CharField(
                choices=[
                    ("playing", "playing"),
                    ("choosing", "spoils to choose"),
                    ("held", "over, not shown yet"),
                    ("over", "over"),
                ],
                default="playing",
                max_length=10,
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("shown_at__isnull", False)), fields=["shown_at"], name="match_shown_next"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(condition=models.Q(("shown", "running")), fields=["shown"], name="match_shown_running"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("delay__lte", 3600)), name="match_delay_is_an_hour_at_most"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(models.Q(("state", "held"), _negated=True), ("delay__gt", 0), _connector="OR"),
                name="only_delayed_matches_are_held",
            ),
        ),
    ]
