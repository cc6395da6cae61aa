import os
import time

from openapi_client import ApiClient, Configuration, OrganizationsApi, WalletsApi
from openapi_client.models import CreateWalletBody, CreateWalletIntent, WhoamiRequest
from stamp import stamp

client = ApiClient(Configuration(host=os.environ["KEYWRIGHT_BASE_URL"]))
pool = client.rest_client.pool_manager
send = pool.request


def send_stamped(method, url, body=None, headers=None, **rest):
    return send(method, url, body=body, headers={**headers, "X-Stamp": stamp(body.encode())}, **rest)


pool.request = send_stamped
organization_id = os.environ["KEYWRIGHT_ORGANIZATION_ID"]
user = OrganizationsApi(client).whoami(WhoamiRequest(organizationId=organization_id))
made = WalletsApi(client).create_wallet(
    CreateWalletBody(
        type="ACTIVITY_TYPE_CREATE_WALLET",
        timestampMs=str(int(time.time() * 1000)),
        organizationId=organization_id,
        parameters=CreateWalletIntent(walletName="generated", accounts=[]),
    )
)
activity = made.activity
print(user.username, activity.status.value, activity.result.create_wallet_result.wallet_id)
