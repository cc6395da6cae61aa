/**
 * The public test phrase behind the addresses on the pages, from the BIP-39 test vectors:
 * https://github.com/trezor/python-mnemonic/blob/master/vectors.json
 */
export const TEST_PHRASE = `${'abandon '.repeat(11)}about`
