import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { DEFAULT_ETHEREUM_ACCOUNTS } from "@keywright/client";
import { KeywrightServer } from "@keywright/client/server";

const parent = new KeywrightServer().apiClient(); // reads the API key from the environment

createServer(async (request, response) => {
  // Strangers can post, too: don't store an endless body.
  if (!(Number(request.headers["content-length"]) < 100_000))
    return response.writeHead(413, { connection: "close" }).end();
  try {
    // Verify the email with a code before, or a stranger can sign up with it.
    const { email, passkey } = await json(request);
    const { subOrganizationId, wallet } = await parent.createSubOrganization({
      subOrganizationName: email,
      rootUsers: [
        {
          userName: email,
          userEmail: email,
          apiKeys: [],
          authenticators: [passkey],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
      wallet: { walletName: "Main", accounts: DEFAULT_ETHEREUM_ACCOUNTS },
    });
    response.end(
      JSON.stringify({ organizationId: subOrganizationId, address: wallet.addresses[0] }),
    );
  } catch {
    response.writeHead(400).end(); // without this, any malformed request ends the server
  }
}).listen(3000, () => console.log("http://localhost:3000/sign-up"));
