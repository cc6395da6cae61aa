import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { KeywrightServer } from "@keywright/client/server";

const parent = new KeywrightServer().apiClient(); // reads the API key from the environment
const parentId = process.env.KEYWRIGHT_ORGANIZATION_ID;

createServer(async (request, response) => {
  const { email, targetPublicKey } = await json(request);
  const { organizationIds } = await parent.listSuborgs({ filterType: "EMAIL", filterValue: email });
  const [organizationId, another] = organizationIds;
  // Several may have signed up with this address: your user table knows which one is theirs.
  if (organizationId && !another)
    await parent.initUserEmailRecovery({
      organizationId,
      email,
      targetPublicKey,
      emailCustomization: { appName: "Example" },
    });
  response.end(JSON.stringify({ parentId }));
}).listen(3000, () => console.log("http://localhost:3000/recover"));
