from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0002_prices_and_figures"),
    ]

    operations = [
        migrations.RemoveField(model_name="series", name="random_price"),
        migrations.RemoveField(model_name="series", name="specific_price"),
    ]
