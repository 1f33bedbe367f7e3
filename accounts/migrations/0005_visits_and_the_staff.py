import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_trades_in_the_ledger"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="kind",
            field=models.CharField(
                choices=[("person", "person"), ("robot", "robot"), ("guest", "guest"), ("staff", "the staff")],
                default="person",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "staff")), fields=("kind",), name="one_account_of_the_staff"
            ),
        ),
        migrations.CreateModel(
            name="Visit",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("began_at", models.DateTimeField()),
                ("last_at", models.DateTimeField(help_text="seen last, to the minute")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="visits",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-began_at"],
                "indexes": [
                    models.Index(fields=["user", "last_at"], name="visits_of_a_person"),
                    models.Index(fields=["last_at"], name="visits_by_their_end"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("last_at__gte", models.F("began_at"))), name="visit_begins_before_it_ends"
                    )
                ],
            },
        ),
    ]
