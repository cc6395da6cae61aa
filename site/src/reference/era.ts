/** What is said beside a call, a version or a member that the protocol has gained after December 2024. */
export const LATER = 'since 2025'
