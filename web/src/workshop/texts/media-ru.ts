// Russian words of camera, damage map and video. Data only.
import type { mediaEn } from './media-en.ts'
import type { Text } from './text.ts'

export const mediaRu = {
  'camera.title': 'Снять фото',
  'camera.shoot': 'Сделать снимок',
  'camera.done': 'Готово',
  'camera.add': 'Фото',
  'camera.photo': 'Фото',
  'camera.open': 'Фото {n}, {state}',
  'camera.taken': { other: '{n} фото' },
  'camera.fromDevice': 'Камера устройства или снимки',
  'camera.remove': 'Удалить фото',
  'camera.removeSure': 'Точно удалить?',
  'camera.noPicture': 'Этот браузер не может показать снимок. Он всё равно сохранён.',
  'camera.full': 'На устройстве нет места. Отправьте то, что ждёт, или освободите место.',
  'camera.failed': 'Фото не удалось сохранить. Снимите ещё раз.',
  'camera.unsupported': 'С этой страницы камеру открыть нельзя',
  'camera.unsupportedWhat':
    'Соединению нет доверия или браузер слишком старый. Приложение «Камера» устройства всё равно работает.',
  'camera.denied': 'Камера для этой страницы запрещена',
  'camera.deniedWhat':
    'Нажмите на замок или значок слева от адреса, разрешите камеру и откройте снова. Приложение «Камера» устройства всё равно работает.',
  'camera.absent': 'Камера не найдена',
  'camera.absentWhat': 'Подключите камеру или выберите снимки с устройства.',
  'camera.busy': 'Камеру занимает другое приложение',
  'camera.busyWhat': 'Закройте его и откройте снова или снимите приложением «Камера».',
} as const satisfies Record<keyof typeof mediaEn, Text>
