/**
 * Packages for others. `build [FOLDER…]` builds them all, or these; `prepare FOLDER` builds one and prints the
 * `package.json` of its tarball, `list` names and versions, each package after what it needs. Used by `npm run build`,
 * `tools/scripts/pack.mjs` and `tools/scripts/release.mjs`.
 */
import { buildPackages } from './build.ts'
import { publishedManifest } from './publishedManifest.ts'
import { dependenciesOf, isPublished, listWorkspaces, readManifest, root } from './workspaces.ts'

const [task, ...folders] = process.argv.slice(2)
const all = listWorkspaces()
const chosen = all.filter((workspace) =>
  folders.length === 0 ? isPublished(workspace) : folders.includes(workspace.folder),
)
for (const { folder, manifest } of chosen) {
  if (manifest.publishConfig?.access !== 'public') throw new Error(`${folder} is not for publishing`)
}

if (task === 'build') {
  await buildPackages(chosen, all, root, console.error)
} else if (task === 'prepare' && chosen.length === 1) {
  await buildPackages(chosen, all, root, console.error)
  console.log(JSON.stringify(publishedManifest(chosen[0]!, all, readManifest(root)), undefined, 2))
} else if (task === 'list') {
  const ordered = new Set(chosen.flatMap((workspace) => [...dependenciesOf(workspace, all), workspace]))
  const packages = [...ordered]
    .filter(isPublished)
    .map(({ manifest: { name, version } }) => ({ name, version }))
  console.log(JSON.stringify(packages))
} else {
  throw new Error('expected: build [FOLDER…], prepare FOLDER or list')
}
