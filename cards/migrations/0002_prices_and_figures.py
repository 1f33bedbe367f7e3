from datetime import UTC, datetime

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def keep_prices(apps, schema_editor):
    """What the series cost until now becomes their first price."""
    Price = apps.get_model("cards", "Price")
    start = datetime(2000, 1, 1, tzinfo=UTC)
    for series in apps.get_model("cards", "Series").objects.all():
        Price.objects.create(
            series=series, valid_from=start, random=series.random_price or None, specific=series.specific_price or None
        )


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="CardFigures",
            fields=[
                (
                    "card",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="figures",
                        serialize=False,
                        to="cards.card",
                    ),
                ),
                ("played", models.PositiveIntegerField(default=0, help_text="how often it was placed")),
                ("flips", models.PositiveIntegerField(default=0, help_text="how many cards it turned")),
                ("flipped", models.PositiveIntegerField(default=0, help_text="how often it was turned itself")),
                ("brought", models.PositiveIntegerField(default=0, help_text="hands that it was brought in")),
                ("won", models.PositiveIntegerField(default=0, help_text="of these hands, those that won the match")),
            ],
            options={
                "verbose_name_plural": "figures of cards",
            },
        ),
        migrations.AddField(
            model_name="card",
            name="maker",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="cards_made",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="card",
            name="on_sale",
            field=models.BooleanField(
                default=True, help_text="off: it is not sold and not drawn", verbose_name="in the shop"
            ),
        ),
        migrations.AddField(
            model_name="series",
            name="on_sale",
            field=models.BooleanField(
                default=True,
                help_text="off: nothing of the series is sold, whatever its prices say",
                verbose_name="in the shop",
            ),
        ),
        migrations.AlterField(
            model_name="pack",
            name="source",
            field=models.CharField(
                choices=[("starter", "starter"), ("welcome", "welcome pack"), ("shop", "from the shop")], max_length=12
            ),
        ),
        migrations.CreateModel(
            name="Price",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("valid_from", models.DateTimeField(verbose_name="holds from")),
                ("random", models.PositiveIntegerField(blank=True, null=True, verbose_name="a card drawn at random")),
                ("specific", models.PositiveIntegerField(blank=True, null=True, verbose_name="a card by its name")),
                (
                    "series",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="prices", to="cards.series"
                    ),
                ),
                (
                    "set_by",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["series_id", "-valid_from"],
                "constraints": [
                    models.UniqueConstraint(fields=("series", "valid_from"), name="one_price_a_series_and_moment"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("random__isnull", True),
                            models.Q(("random__gte", 1), ("random__lte", 100000)),
                            _connector="OR",
                        ),
                        name="random_price_is_a_price",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("specific__isnull", True),
                            models.Q(("specific__gte", 1), ("specific__lte", 100000)),
                            _connector="OR",
                        ),
                        name="specific_price_is_a_price",
                    ),
                ],
            },
        ),
        migrations.RunPython(keep_prices, migrations.RunPython.noop),
    ]
