/**
 * The public test phrase, from which the addresses of the pages come; of BIP-39's own test vectors:
 * https://github.com/trezor/python-mnemonic/blob/master/vectors.json
 */
export const TEST_PHRASE = `${'abandon '.repeat(11)}about`
