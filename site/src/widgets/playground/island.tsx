import type { IslandProps } from '../../shared/island.ts'
import { Playground } from './Playground.tsx'
import './playground.css'
import { presetNamed, presets } from './presets.ts'

export default function PlaygroundIsland({ host }: IslandProps) {
  const types = (host.dataset.activityTypes ?? '').split(' ').filter((type) => type !== '')
  return (
    <Playground
      preset={presetNamed(host.dataset.preset) ?? presets.quickstart}
      activityTypes={types.map((type) => `ACTIVITY_TYPE_${type}`)}
    />
  )
}
