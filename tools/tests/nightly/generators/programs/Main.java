import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPrivateKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import okhttp3.OkHttpClient;
import okio.Buffer;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.OrganizationsApi;
import org.openapitools.client.api.WalletsApi;
import org.openapitools.client.model.CreateWalletBody;
import org.openapitools.client.model.CreateWalletIntent;
import org.openapitools.client.model.WhoamiRequest;

public class Main {
  public static void main(String[] args) throws Exception {
    PrivateKey key = readKey(System.getenv("KEYWRIGHT_API_PRIVATE_KEY"));
    OkHttpClient http =
        new OkHttpClient.Builder()
            .addInterceptor(
                chain -> {
                  Buffer body = new Buffer();
                  chain.request().body().writeTo(body);
                  String stamp = stamp(key, body.readByteArray());
                  return chain.proceed(chain.request().newBuilder().header("X-Stamp", stamp).build());
                })
            .build();
    ApiClient client = new ApiClient(http).setBasePath(System.getenv("KEYWRIGHT_BASE_URL"));
    String organization = System.getenv("KEYWRIGHT_ORGANIZATION_ID");

    var user = new OrganizationsApi(client).whoami(new WhoamiRequest().organizationId(organization));
    var made =
        new WalletsApi(client)
            .createWallet(
                new CreateWalletBody()
                    .type(CreateWalletBody.TypeEnum.ACTIVITY_TYPE_CREATE_WALLET)
                    .timestampMs(String.valueOf(System.currentTimeMillis()))
                    .organizationId(organization)
                    .parameters(new CreateWalletIntent().walletName("generated").accounts(List.of())));
    var activity = made.getActivity();
    System.out.println(
        user.getUsername()
            + " "
            + activity.getStatus()
            + " "
            + activity.getResult().getCreateWalletResult().getWalletId());
  }

  private static PrivateKey readKey(String hex) throws Exception {
    AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
    curve.init(new ECGenParameterSpec("secp256r1"));
    return KeyFactory.getInstance("EC")
        .generatePrivate(new ECPrivateKeySpec(new BigInteger(hex, 16), curve.getParameterSpec(ECParameterSpec.class)));
  }

  private static String stamp(PrivateKey key, byte[] body) {
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(key);
      signature.update(body);
      String stamp =
          String.format(
              "{\"publicKey\":\"%s\",\"scheme\":\"SIGNATURE_SCHEME_TK_API_P256\",\"signature\":\"%s\"}",
              System.getenv("KEYWRIGHT_API_PUBLIC_KEY"), HexFormat.of().formatHex(signature.sign()));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(stamp.getBytes(StandardCharsets.UTF_8));
    } catch (java.security.GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }
}
