interface Lock {
  readonly packages: object
}

export function isComplete(lock: Lock, installed: Lock): boolean
