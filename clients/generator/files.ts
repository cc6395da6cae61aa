/** Every generated file of the clients, by its path under `clients/`. */
import { goFiles } from './go.ts'
import { readModel } from './model.ts'
import { rubyFiles } from './ruby.ts'
import { rustFiles } from './rust.ts'
import { swiftFiles } from './swift.ts'

export function generatedFiles(): Readonly<Record<string, string>> {
  const model = readModel()
  return { ...goFiles(model), ...rubyFiles(model), ...rustFiles(model), ...swiftFiles(model) }
}
