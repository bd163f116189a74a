// Draws the demo's photos, its video, its logos and the portraits of its advisors into demo/data/. Run it by hand after changing a drawing; the files are
// committed, so that a first start draws nothing. The video needs ffmpeg.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cars } from '@walkaround/demo/cars.ts'
import { odometerOf } from '@walkaround/demo/photos.ts'
import sharp from 'sharp'
import * as body from './body-and-glass.ts'
import * as cabin from './cabin-and-bay.ts'
import { logo } from './logo.ts'
import { portrait } from './portrait.ts'
import * as wheels from './wheels-and-brakes.ts'

const folder = fileURLToPath(new URL('../../demo/data/', import.meta.url))

const pictures: Record<string, string> = {
  'battery-66': wheels.batteryTest('66'),
  'battery-corroded': cabin.corrodedBattery(),
  'boot-dent': body.dentedBootLid(),
  'brake-disc': wheels.disc(),
  'brake-pad-1.9': wheels.brakePad('1.9'),
  'brake-pad-2.4': wheels.brakePad('2.4'),
  'bumper-scratch': body.bumperScratch(),
  'bush-cracked': wheels.crackedBush(),
  'cabin-filter': cabin.cabinFilter(),
  'charge-6': cabin.energy(6, true),
  'dashboard-lamp': cabin.warningLamp(),
  'door-dent': body.dent(),
  'door-scratch': body.scratchedDoor(),
  'fuel-2': cabin.energy(2, false),
  'fuel-6': cabin.energy(6, false),
  'fuel-8': cabin.energy(8, false),
  'lens-cracked': body.crackedLens(),
  'oil-drip': cabin.drip(),
  'rim-kerb': wheels.kerbedRim(),
  'screen-chip': body.chippedScreen(),
  'trim-stained': cabin.stainedTrim(),
  'tyre-edge': wheels.wornEdge(),
  'tyre-screw': wheels.screwInTyre(),
  'tyre-tread-1.6': wheels.tread('1.6'),
  'tyre-tread-1.8': wheels.tread('1.8'),
  'tyre-tread-2.9': wheels.tread('2.9'),
  'tyre-tread-3.1': wheels.tread('3.1'),
  'wiper-streaks': body.wiper(false),
  'wiper-torn': body.wiper(true),
}
for (const car of [
  cars.ewa,
  cars.zoe,
  cars.nikos,
  cars.mai,
  cars.lukasz,
  cars.sarka,
  cars.hannah,
  cars.priya,
  cars.paul,
]) {
  const unit = car.mileageUnit ?? 'km'
  pictures[odometerOf(car.mileage, unit)] = cabin.odometer(String(car.mileage), unit)
}

mkdirSync(folder, { recursive: true })
const jpeg = (svg: string) => sharp(Buffer.from(svg)).jpeg({ quality: 66, mozjpeg: true })
for (const [name, svg] of Object.entries(pictures)) await jpeg(svg).toFile(join(folder, `${name}.jpg`))
for (const site of ['North', 'South']) {
  await sharp(Buffer.from(logo(site)), { density: 96 })
    .png({ palette: true })
    .toFile(join(folder, `logo-${site.toLowerCase()}.png`))
}

const portraits = {
  lena: portrait({ skin: '#f0c9a8', hair: '#6b3f22', shirt: '#123a5c', hasLongHair: true }),
  tomas: portrait({ skin: '#e3b58f', hair: '#2c2a28', shirt: '#3d5a4a', hasBeard: true }),
}
for (const [name, svg] of Object.entries(portraits))
  await jpeg(svg).toFile(join(folder, `advisor-${name}.jpg`))

await makeVideo()

/** Three close-ups, one after the other, with a slow camera: seven seconds as a technician would film them. */
async function makeVideo(): Promise<void> {
  const temp = mkdtempSync(join(tmpdir(), 'walkaround-demo-video-'))
  try {
    const shots = ['brake-pad-2.4', 'brake-disc', 'bush-cracked']
    for (const [index, name] of shots.entries()) {
      const still = await sharp(Buffer.from(pictures[name] as string))
        .resize(1280, 960)
        .png()
        .toBuffer()
      writeFileSync(join(temp, `${index}.png`), still)
    }
    const frames = 66
    const inputs = shots.flatMap((_, index) => ['-loop', '1', '-t', '0.04', '-i', join(temp, `${index}.png`)])
    const moves = ['1+0.0022*on', '1.15-0.0016*on', '1+0.002*on']
    const filters = shots.map(
      (_, index) =>
        `[${index}:v]crop=1280:720,zoompan=z='${moves[index]}':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=${frames}:s=960x540:fps=25[s${index}]`,
    )
    const video = join(folder, 'front-brakes.mp4')
    execFileSync('ffmpeg', [
      ...['-y', '-loglevel', 'error', ...inputs, '-f', 'lavfi', '-i', 'anullsrc=r=44100:cl=mono'],
      '-filter_complex',
      `${filters.join(';')};[s0][s1]xfade=transition=fade:duration=0.4:offset=2.2[a];[a][s2]xfade=transition=fade:duration=0.4:offset=4.4,format=yuv420p[v]`,
      ...['-map', '[v]', '-map', `${shots.length}:a`, '-shortest', '-c:v', 'libx264', '-preset', 'veryslow'],
      ...['-crf', '31', '-profile:v', 'main', '-c:a', 'aac', '-b:a', '16k', '-movflags', '+faststart'],
      ...[
        '-map_metadata',
        '-1',
        '-fflags',
        '+bitexact',
        '-flags:v',
        '+bitexact',
        '-flags:a',
        '+bitexact',
        video,
      ],
    ])
    await sharp(Buffer.from(pictures['brake-pad-2.4'] as string))
      .resize(960, 720)
      .extract({ left: 0, top: 90, width: 960, height: 540 })
      .jpeg({ quality: 70, mozjpeg: true })
      .toFile(join(folder, 'front-brakes.jpg'))
  } finally {
    rmSync(temp, { recursive: true, force: true })
  }
}
