// German words of camera, damage map and video. Data only.
import type { mediaEn } from './media-en.ts'
import type { Text } from './text.ts'

export const mediaDe = {
  'camera.title': 'Fotos aufnehmen',
  'camera.shoot': 'Foto aufnehmen',
  'camera.done': 'Fertig',
  'camera.add': 'Foto',
  'camera.photo': 'Foto',
  'camera.open': 'Foto {n}, {state}',
  'camera.taken': { one: '{n} Foto', other: '{n} Fotos' },
  'camera.fromDevice': 'Kamera-App oder Bilder',
  'camera.remove': 'Foto entfernen',
  'camera.removeSure': 'Wirklich entfernen?',
  'camera.noPicture': 'Dieser Browser kann das Bild nicht zeigen. Es ist trotzdem sicher.',
  'camera.full': 'Auf dem Gerät ist kein Platz mehr. Wartendes senden oder Platz schaffen.',
  'camera.failed': 'Das Foto konnte nicht behalten werden. Bitte noch einmal aufnehmen.',
  'camera.unsupported': 'Die Kamera lässt sich von dieser Seite nicht öffnen',
  'camera.unsupportedWhat':
    'Der Verbindung wird nicht vertraut oder der Browser ist zu alt. Die Kamera-App des Geräts geht trotzdem.',
  'camera.denied': 'Die Kamera ist dieser Seite nicht erlaubt',
  'camera.deniedWhat':
    'Links neben der Adresse auf das Schloss oder Zeichen tippen, die Kamera erlauben und hier neu öffnen. Die Kamera-App des Geräts geht trotzdem.',
  'camera.absent': 'Keine Kamera gefunden',
  'camera.absentWhat': 'Eine anschließen oder Bilder wählen, die auf dem Gerät sind.',
  'camera.busy': 'Eine andere App benutzt die Kamera',
  'camera.busyWhat': 'Die andere App schließen und hier neu öffnen, oder die Kamera-App des Geräts benutzen.',
} as const satisfies Record<keyof typeof mediaEn, Text>
