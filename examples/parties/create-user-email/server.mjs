import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { DEFAULT_ETHEREUM_ACCOUNTS } from "@keywright/client";
import { KeywrightServer } from "@keywright/client/server";

const parent = new KeywrightServer().apiClient(); // reads the API key from the environment
const users = new Map(); // your user table: address → organization

createServer(async (request, response) => {
  // Strangers can post, too: don't store an endless body.
  if (!(Number(request.headers["content-length"]) < 100_000))
    return response.writeHead(413, { connection: "close" }).end();
  try {
    const { email } = await json(request);
    if (users.has(email)) return response.writeHead(409).end();
    const { subOrganizationId, wallet } = await parent.createSubOrganization({
      subOrganizationName: email,
      rootUsers: [
        { userName: email, userEmail: email, apiKeys: [], authenticators: [], oauthProviders: [] },
      ],
      rootQuorumThreshold: 1,
      wallet: { walletName: "Main", accounts: DEFAULT_ETHEREUM_ACCOUNTS },
    });
    users.set(email, subOrganizationId);
    writeFileSync("users.json", JSON.stringify([...users]));
    response.end(JSON.stringify({ address: wallet.addresses[0] }));
  } catch {
    response.writeHead(400).end(); // without this, any malformed request ends the server
  }
}).listen(3000, () => console.log("http://localhost:3000/sign-up"));
