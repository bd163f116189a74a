// A saloon's front with a long roof and a tailgate behind.
import type { Style } from '../style.ts'
import { saloon } from './saloon.ts'

const roofFrom = saloon.profile.findIndex(([, , name]) => name === 'header')

export const estate: Style = {
  ...saloon,
  style: 'estate',
  height: 1480,
  profile: [
    ...saloon.profile.slice(0, roofFrom),
    [2040, 1384, 'header'],
    [2400, 1462],
    [2760, 1480],
    [3400, 1466],
    [4000, 1424],
    [4390, 1378, 'roofEnd', 'corner'],
    [4600, 1080, 'deck'],
    [4690, 940],
    [4740, 780],
    [4768, 640, 'rearBumper'],
    [4780, 480],
    [4746, 290],
    [4640, 218, undefined, 'corner'],
  ],
  belt: [
    [1700, 962],
    [2600, 984],
    [3500, 1016],
    [4200, 1056],
  ],
  lidLine: [
    [4526, 1080, undefined, 'corner'],
    [4594, 880],
    [4650, 650, undefined, 'corner'],
  ],
  gate: [
    [4318, 1392],
    [4420, 1240],
    [4526, 1080],
  ],
  opening: [
    [1590, 0],
    [1840, 1150],
    [2160, 1316],
    [2560, 1400],
    [3100, 1404],
    [3700, 1372],
    [4130, 1310],
    [4280, 1210],
    [4390, 0, undefined, 'corner'],
  ],
  glass: [
    { id: 'front#DoorGlass', to: [2540, 2490] },
    { id: 'rear#DoorGlass', from: [2606, 2556], to: [3420, 3330] },
    { id: 'rear#QuarterGlass', from: [3486, 3396] },
  ],
  creases: [
    ...saloon.creases,
    [
      [2240, 1396],
      [2760, 1440],
      [3400, 1430],
      [4220, 1356],
    ],
  ],
  tailLamp: [
    [4800, 916, undefined, 'corner'],
    [4580, 924],
    [4400, 900, undefined, 'corner'],
    [4480, 800, undefined, 'corner'],
    [4800, 776, undefined, 'corner'],
  ],
  plan: {
    nose: 310,
    tail: 290,
    roofFront: 585,
    roofRear: 575,
    screenBow: 230,
    bumpers: [180, 110],
    rails: true,
  },
  back: {
    shoulder: 1000,
    lamp: [
      [540, 790, undefined, 'corner'],
      [888, 780, undefined, 'corner'],
      [886, 890],
      [830, 930, undefined, 'corner'],
      [550, 896, undefined, 'corner'],
    ],
    window: { inset: 115, bottom: 1076, top: 1350 },
    lid: { inset: 58, bottom: 570, top: 1404 },
    bumperTop: 640,
    bottom: 210,
    plate: 684,
  },
}
