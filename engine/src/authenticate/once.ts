/** A request that is begun again (others came between) still carries the same stamp and body. */

/** Whether the request's one stamp verifies, by what it is verified with: asked once. */
export type Once = (verifiedWith: string, verify: () => Promise<boolean>) => Promise<boolean>

export function rememberOnce(): Once {
  const known = new Map<string, Promise<boolean>>()
  return (verifiedWith, verify) => {
    let answer = known.get(verifiedWith)
    if (!answer) known.set(verifiedWith, (answer = verify()))
    return answer
  }
}
