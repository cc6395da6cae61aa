import os
import time

from keywright_api_client import Client
from keywright_api_client.api.organizations import whoami
from keywright_api_client.api.wallets import create_wallet
from keywright_api_client.models import CreateWalletBody, CreateWalletIntent, WhoamiBody
from stamp import stamp


def add_stamp(request):
    request.headers["X-Stamp"] = stamp(request.content)


organization_id = os.environ["KEYWRIGHT_ORGANIZATION_ID"]
hooks = {"event_hooks": {"request": [add_stamp]}}
client = Client(base_url=os.environ["KEYWRIGHT_BASE_URL"], httpx_args=hooks)

user = whoami.sync(client=client, body=WhoamiBody(organization_id))
made = create_wallet.sync(
    client=client,
    body=CreateWalletBody(
        type_="ACTIVITY_TYPE_CREATE_WALLET",
        timestamp_ms=str(int(time.time() * 1000)),
        organization_id=organization_id,
        parameters=CreateWalletIntent(wallet_name="generated", accounts=[]),
    ),
)
activity = made.activity
print(user.username, activity.status, activity.result.create_wallet_result.wallet_id)
