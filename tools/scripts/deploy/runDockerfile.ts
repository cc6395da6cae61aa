/**
 * Runs the instructions of a Dockerfile on this machine, with a folder per stage in place of the root. Shows that the
 * commands work together, but not what the base image contains.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Copy, DockerfileParser, type From, type JSONInstruction } from 'dockerfile-ast'

export interface Container {
  /** The folder in place of `/` in the last stage. */
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  readonly user: string
  readonly workingDirectory: string
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
}

/** @throws Error with the output of a failed command, or for an unsupported instruction */
export function runDockerfile(options: {
  text: string
  /** The build context. */
  context: string
  /** Whether `.dockerignore` excludes a path. */
  ignored: (path: string) => boolean
  /** Parent of the stages' folders. */
  folder: string
  environment: NodeJS.ProcessEnv
}): Container {
  const { context, ignored, folder, environment } = options
  const stages = new Map<string, string>()
  let root = ''
  let stage = {
    env: {} as Record<string, string>,
    user: 'root',
    directory: '/',
    entry: [''],
    command: [''],
    health: [''],
  }

  const inside = (path: string) => join(root, path)
  for (const instruction of DockerfileParser.parse(options.text).getInstructions()) {
    const keyword = instruction.getKeyword()
    const words = instruction.getArguments().map((argument) => argument.getValue())
    const json = () => (instruction as JSONInstruction).getJSONStrings().map((one) => one.getJSONValue())
    switch (keyword) {
      case 'FROM': {
        const name = (instruction as From).getBuildStage() ?? 'last'
        root = join(folder, name)
        stages.set(name, root)
        mkdirSync(root)
        stage = { env: {}, user: 'root', directory: '/', entry: [], command: [], health: [] }
        break
      }
      case 'WORKDIR':
        stage.directory = words[0]!
        mkdirSync(inside(stage.directory), { recursive: true })
        break
      case 'COPY': {
        const from = (instruction as Copy).getFromFlag()?.getValue() ?? undefined
        const [source, target] = words
        const to = target!.startsWith('/') ? inside(target!) : inside(join(stage.directory, target!))
        const base = from === undefined ? context : stages.get(from)!
        cpSync(join(base, source!), to, {
          recursive: true,
          verbatimSymlinks: true,
          ...(from === undefined && { filter: (path: string) => !ignored(path) }),
        })
        break
      }
      case 'RUN': {
        const command = atRoot(instruction.getArgumentsContent()!.replaceAll(/\\\n/g, ' '), root)
        const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], {
          cwd: inside(stage.directory),
          encoding: 'utf8',
          env: { ...environment, ...stage.env },
        })
        if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stdout}${stderr}`)
        break
      }
      case 'ENV': {
        const [name, ...value] = words[0]!.split('=')
        stage.env[name!] = atRoot(value.join('='), root).replace('$PATH', environment['PATH'] ?? '')
        break
      }
      case 'USER':
        stage.user = words[0]!
        break
      case 'ENTRYPOINT':
        stage.entry = json()
        break
      case 'CMD':
        stage.command = json()
        break
      case 'HEALTHCHECK':
        stage.health = JSON.parse(/CMD\s+(\[.*\])/s.exec(instruction.getArgumentsContent()!)![1]!) as string[]
        break
      case 'EXPOSE':
        break
      default:
        throw new Error(`${keyword} is not supported`)
    }
  }
  const { env, user, directory, entry, command, health } = stage
  return {
    root,
    env,
    user,
    workingDirectory: inside(directory),
    command: [...entry, ...command],
    healthcheck: health,
  }
}

/** Maps absolute paths in the container to the folder in place of its root. */
const atRoot = (text: string, root: string) =>
  text.replaceAll(/(^|[\s=:])\/(?=(?:build|tarballs|app)\b)/g, (_, before: string) => `${before}${root}/`)
