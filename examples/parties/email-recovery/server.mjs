import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { KeywrightServer } from "@keywright/client/server";

const parent = new KeywrightServer().apiClient(); // reads the API key from the environment
const parentId = process.env.KEYWRIGHT_ORGANIZATION_ID;
// Don't search for the address: users can set any address in their own organization.
const users = new Map(JSON.parse(readFileSync("users.json", "utf8")));

createServer(async (request, response) => {
  // Strangers can post, too: don't store an endless body.
  if (!(Number(request.headers["content-length"]) < 100_000))
    return response.writeHead(413, { connection: "close" }).end();
  try {
    const { email, targetPublicKey } = await json(request);
    const organizationId = users.get(email);
    // On an error, too, the response must not show whether the address is known.
    if (organizationId)
      await parent
        .initUserEmailRecovery({
          organizationId,
          email,
          targetPublicKey,
          emailCustomization: { appName: "Example" },
        })
        .catch(console.error);
    response.end(JSON.stringify({ parentId }));
  } catch {
    response.writeHead(400).end(); // without this, any malformed request ends the server
  }
}).listen(3000, () => console.log("http://localhost:3000/recover"));
