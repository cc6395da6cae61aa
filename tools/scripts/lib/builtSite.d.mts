export function fingerprintOf(root: string): string
export function isBuilt(root: string, fingerprint: string): boolean
export function noteBuilt(root: string, fingerprint: string): void
