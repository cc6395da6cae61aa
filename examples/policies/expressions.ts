/**
 * Thirty expressions
 *
 * The policy language: each expression has a value, or an error with its position in the text.
 * Result: 30 expressions: value or positioned error
 * Pages: /concepts/policies/language
 */
// #region imports
import {
  evaluate,
  formatValue,
  type PolicyError,
  parseExpression,
  type RequestFacts,
} from "@keywright/policy";

// #endregion

// #region facts
const facts: RequestFacts = {
  activity: {
    type: "ACTIVITY_TYPE_SIGN_TRANSACTION_V2",
    resource: "WALLET",
    action: "SIGN",
  },
  wallet: { id: "w-1" },
  eth: {
    tx: {
      from: "0xB92946Ccb773D2Ed1a82ebAb828EFc4a2c03E18a",
      to: "0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0",
      data: "0xa9059cbb",
      value: 10_000_000_000_000_000n,
      gas: 21_000n,
      gas_price: 20_000_000_000n,
      chain_id: 11155111n,
      nonce: 7n,
    },
  },
};
// #endregion

// #region expressions
const expressions = [
  "true",
  "true && false",
  "true || false",
  "!(1 == 2)",
  "1 + 1 == 2",
  "3 > 2",
  "-1 < 0",
  "1 == 'one'",
  "'sign' == 'sign'",
  "'a' in ['a', 'b']",
  "7 in [1, 2, 3]",
  "['a', 'b'].count() == 2",
  "['a', 'b'][1]",
  "['a', 'b'][2]",
  "'0xa9059cbb'[0..4]",
  "'0xa9'[4..2]",
];
// #endregion

// #region fields
const onTheRequest = [
  "activity.action == 'SIGN'",
  "activity.resource in ['WALLET', 'PRIVATE_KEY']",
  "wallet.id",
  "eth.tx.value <= 100000000000000000",
  "eth.tx.to == '0x6fac4d18c912343bf86fa7049364dd4e424ab9c0'",
  "eth.tx.data[0..10] == '0xa9059cbb'",
  "eth.tx.data == '0x'",
  "eth.tx.nonce < 10 && eth.tx.chain_id == 11155111",
  "eth.tx.valu == 1",
  "eth.tx.max_fee_per_gas > 0",
  "solana.tx.transfers.all(t, t.amount < 5)",
  "private_key.id == 'k-1'",
  "approvers.count() == 1",
  "eth.tx.value = 1",
];
// #endregion

// #region evaluate
const rows = [...expressions, ...onTheRequest].map((text) => {
  try {
    const evaluation = evaluate(parseExpression(text), "condition", facts);
    if (evaluation.ok) return { text, value: formatValue(evaluation.value) };
    throw evaluation.error;
  } catch (thrown) {
    const { code, message, span } = thrown as PolicyError;
    return { text, error: code, at: `${span.line}:${span.column}`, message };
  }
});
console.table(rows);
// #endregion

const errors = rows.filter((row) => row.error !== undefined);
console.assert(rows.length === 30, `${rows.length} expressions`);
console.assert(
  errors.every(({ at }) => /^1:\d+$/.test(at!)),
  "each error has a position",
);
console.assert(
  rows.find(({ text }) => text === "wallet.id")?.value === "'w-1'",
  "values are written",
);
console.assert(errors.length > 8 && errors.length < 20, `${errors.length} errors`);
