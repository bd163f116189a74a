// Russian words of one's own account: password and sessions. Data only.
import type { accountEn } from './account-en.ts'
import type { Text } from './text.ts'

export const accountRu: Record<keyof typeof accountEn, Text> = {
  'account.change': 'Сменить пароль',
  'account.current': 'Текущий пароль',
  'account.new': 'Новый пароль',
  'account.rule':
    'Не меньше 10 знаков. Несколько не связанных между собой слов легко запомнить и трудно подобрать.',
  'account.save': 'Сохранить новый пароль',
  'account.working': 'Проверяем, около двух секунд…',
  'account.wrong': 'Это не ваш текущий пароль.',
  'account.weak': 'Слишком короткий или его легко подобрать. Выберите другой.',
  'account.offline': 'Сервис недоступен. Ничего не изменено.',
  'account.changed': 'Пароль изменён',
  'account.changedWhat': 'Здесь вы остаётесь в системе. На других устройствах нужно войти заново.',
  'account.sessions': 'Где вы вошли в систему',
  'account.sessionsOffline': 'Список появится, когда будет сеть.',
  'account.thisDevice': 'это устройство',
  'account.unknownDevice': 'Неизвестное устройство',
  'account.seen': 'последний раз {time}',
  'account.end': 'Выйти',
  'account.endOf': 'Выйти: {device}',
  'demo.title': 'Это демонстрация',
  'demo.choose': 'Выберите, кто вы, и введите пароль.',
  'demo.file': 'Пароли лежат в файле {file} на компьютере, где работает сервис.',
  'demo.terminal':
    'Пароли были показаны в терминале при первом запуске. Задать новый: npx walkaround login password demo-admin',
}
