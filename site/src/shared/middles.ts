/** The middle of each long hash or id, which the style sheet can replace with `…`. */
export const MIDDLES =
  /(?:(?<=0x[\da-f]{4})[\da-f]{20,}|(?<=\b[\da-f]{4})[\da-f]{40,}|(?<=\b[\da-f]{8})-[\da-f-]{23})(?=[\da-f]{4})/gi
