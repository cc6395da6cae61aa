import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { KeywrightServer } from "@keywright/client/server";

const parent = new KeywrightServer().apiClient(); // reads the API key from the environment
const whoami = "/public/v1/query/whoami";
const accounts = new Map(); // email by user, in your database
const used = new Set(); // hashes of the last two minutes, in your database

const routes = {
  // Verify the email with a code before, or a stranger can sign up with it.
  async "/sign-up"({ email, passkey }) {
    const rootUser = {
      userName: email,
      apiKeys: [],
      authenticators: [passkey],
      oauthProviders: [],
    };
    const { subOrganizationId, rootUserIds } = await parent.createSubOrganization({
      subOrganizationName: email,
      rootUsers: [rootUser],
      rootQuorumThreshold: 1,
    });
    accounts.set(rootUserIds[0], email);
    return { organizationId: subOrganizationId };
  },

  async "/log-in"({ body, stamp }) {
    const { callPath, timestampMs } = JSON.parse(body);
    const hash = createHash("sha256").update(body).digest("hex");
    const isFresh = Math.abs(Date.now() - Number(timestampMs)) < 60_000 && !used.has(hash);
    if (callPath !== whoami || !isFresh) return { refused: "old or used proof" };
    used.add(hash);
    const headers = { "content-type": "application/json", "X-Stamp-WebAuthn": stamp };
    const answer = await fetch(process.env.KEYWRIGHT_BASE_URL + whoami, {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(10_000),
    });
    // Not by the name, which users can change, nor by the organization, which may have other users.
    const { userId } = await answer.json();
    const email = accounts.get(userId);
    return email ? { email } : { refused: "not our user" };
  },
};

createServer(async (request, response) => {
  // Strangers can post, too: don't store an endless body.
  if (!(Number(request.headers["content-length"]) < 100_000))
    return response.writeHead(413, { connection: "close" }).end();
  try {
    const route = routes[request.url];
    response.end(JSON.stringify(route ? await route(await json(request)) : {}));
  } catch {
    response.writeHead(400).end(); // without this, any malformed request ends the server
  }
}).listen(3000, () => console.log("http://localhost:3000"));
