import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("cards", "0003_series_without_prices"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Purchase",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.UUIDField()),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("random", "a card drawn at random"),
                            ("named", "a card by its name"),
                            ("pack", "a pack of five"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "level",
                    models.PositiveSmallIntegerField(help_text="the level asked for, where drawn at random", null=True),
                ),
                ("price", models.PositiveIntegerField(help_text="points paid")),
                ("balance_after", models.PositiveIntegerField(help_text="points left")),
                (
                    "buyer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="purchases",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "card",
                    models.ForeignKey(
                        help_text="the card named",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="cards.card",
                    ),
                ),
                (
                    "listed",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="cards.price"),
                ),
                (
                    "pack",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="purchase", to="cards.pack"
                    ),
                ),
                (
                    "series",
                    models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="cards.series"),
                ),
            ],
            options={
                "ordering": ["-id"],
                "indexes": [models.Index(fields=["buyer", "-id"], name="receipts_of_a_buyer")],
                "constraints": [
                    models.UniqueConstraint(fields=("buyer", "key"), name="one_purchase_a_form"),
                    models.CheckConstraint(condition=models.Q(("price__gte", 1)), name="purchase_costs_something"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("card__isnull", True), ("kind", "random"), ("level__isnull", False)),
                            models.Q(("card__isnull", False), ("kind", "named"), ("level__isnull", True)),
                            models.Q(("card__isnull", True), ("kind", "pack"), ("level__isnull", True)),
                            _connector="OR",
                        ),
                        name="purchase_says_what_was_asked_for",
                    ),
                ],
            },
        ),
    ]
