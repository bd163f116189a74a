// Language and colours of the page as a whole: every style depends on them, so they are set before the first drawing.
import type { Language } from '@walkaround/contract/rules/texts.ts'
import type { Settings } from '../store/settings.ts'

export function setLook(language: Language, theme: Settings['theme'] = 'system'): void {
  const { documentElement: page } = document
  // Also the same value would have every style computed anew.
  if (page.lang !== language) page.lang = language
  if (page.dataset.theme !== theme) page.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const isDark = theme === 'system' ? (meta.media || '').includes('dark') : theme === 'dark'
    meta.content = isDark ? '#161d21' : '#ffffff'
  }
}
