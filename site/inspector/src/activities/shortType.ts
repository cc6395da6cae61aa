/** `CREATE_WALLET` of `ACTIVITY_TYPE_CREATE_WALLET`. */
export const shortType = (type: string): string => type.replace('ACTIVITY_TYPE_', '')
