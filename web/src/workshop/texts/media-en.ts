// English words of camera, damage map and video. Data only.
import type { Text } from './text.ts'

export const mediaEn = {
  'camera.title': 'Take photos',
  'camera.shoot': 'Take a photo',
  'camera.done': 'Done',
  'camera.add': 'Photo',
  'camera.photo': 'Photo',
  'camera.open': 'Photo {n}, {state}',
  'camera.taken': { one: '{n} photo', other: '{n} photos' },
  'camera.fromDevice': 'Camera app or pictures',
  'camera.remove': 'Remove photo',
  'camera.removeSure': 'Really remove it?',
  'camera.noPicture': 'This browser cannot show the picture. It is safe all the same.',
  'camera.full': 'The device has no room left. Send what waits, or free some space.',
  'camera.failed': 'The photo could not be kept. Please take it again.',
  'camera.unsupported': 'The camera cannot be opened from this page',
  'camera.unsupportedWhat':
    'The connection is not trusted or the browser is too old. The camera app of the device works all the same.',
  'camera.denied': 'The camera is not allowed for this page',
  'camera.deniedWhat':
    'Tap the lock or the sign left of the address, allow the camera, and open this again. The camera app of the device works all the same.',
  'camera.absent': 'No camera was found',
  'camera.absentWhat': 'Connect one, or choose pictures that are on this device.',
  'camera.busy': 'The camera is used by another app',
  'camera.busyWhat': 'Close the other app and open this again, or use the camera app of the device.',
} as const satisfies Record<string, Text>
