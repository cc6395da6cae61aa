/**
 * `npm run release`: packs every published package into `dist/tarballs`. With `--publish`, hands the tarballs to the
 * registry, each with its provenance: what npm reads there is what the tests installed, never a folder.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { assertInstalled, bin, root } from './lib/install.mjs'

const folder = join(root, 'dist', 'tarballs')

assertInstalled()
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const packages = JSON.parse(
  execFileSync(
    process.execPath,
    [bin('tsx'), 'tools/scripts/packages/main.ts', 'stage', join(root, 'dist', 'packages')],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  ),
)
npm(['pack', '--pack-destination', folder, ...packages.map((one) => one.folder)])
if (process.argv.includes('--publish')) publish()
else
  console.log(`Wrote ${packages.length} tarballs. Install them in your folder: npm install ${folder}/*.tgz`)

function publish() {
  if (!JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).repository) {
    console.error('Provenance states where a package was built. Name the `repository` in package.json.')
    process.exit(1)
  }
  // The packages contain the pages: fails if a link of the brand is a placeholder.
  execFileSync(process.execPath, [bin('tsx'), 'site/builder/build.ts', '--publish'], {
    cwd: root,
    stdio: 'inherit',
  })
  for (const { name, version } of packages) {
    if (
      spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' }).stdout.trim() ===
      version
    ) {
      console.log(`${name} ${version} is published`)
      continue
    }
    npm(['publish', '--provenance', '--access', 'public', tarballOf(name, version)])
  }
}

function tarballOf(name, version) {
  const path = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  if (!existsSync(path)) throw new Error(`${path} was not packed`)
  return path
}

function npm(words) {
  execFileSync('npm', words, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
}
