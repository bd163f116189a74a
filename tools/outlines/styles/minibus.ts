// A van with windows all round.
import type { Style } from '../style.ts'
import { van } from './van.ts'

export const minibus: Style = {
  ...van,
  style: 'minibus',
  belt: [
    [1300, 1160],
    [2300, 1160],
    [3600, 1172],
    [4700, 1186],
  ],
  profile: van.profile.map((node) =>
    node[2] === 'deck' ? ([5118, 1790] as const) : node[1] === 1500 ? ([5172, 1190, 'deck'] as const) : node,
  ),
  lidLine: [
    [5096, 1192, undefined, 'corner'],
    [5102, 900],
    [5104, 632, undefined, 'corner'],
  ],
  gate: [
    [5010, 1950],
    [5060, 1700],
    [5096, 1192],
  ],
  opening: [
    [1180, 0],
    [1340, 1480],
    [1560, 1720],
    [1820, 1812],
    [2300, 1836],
    [3600, 1834],
    [4720, 1806],
    [4900, 1760],
    [4970, 0, undefined, 'corner'],
  ],
  glass: [
    { id: 'front#DoorGlass', to: [2140, 2140] },
    { id: 'rear#DoorGlass', from: [2226, 2226], to: [3436, 3436] },
    { id: 'rear#QuarterGlass', from: [3526, 3526] },
  ],
  creases: [
    [
      [3500, 960],
      [4500, 964],
      [5080, 964],
    ],
    [
      [1420, 560],
      [2400, 552],
      [3700, 556],
    ],
    [
      [2190, 1940],
      [3400, 1944],
      [4900, 1916],
    ],
  ],
}
