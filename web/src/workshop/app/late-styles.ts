// Styles that are not part of the first load of the board: those of the checklist, and those of the screens behind it. The page names
// their files, because the names change with every build.
import { appUrl } from '../places.ts'

type StyleName = 'checklist' | 'more'

const wanted = new Map<StyleName, Promise<void>>()

/** Ready when they are there. Without them a screen can still be used, so a failure is only told to support. */
export function loadStyle(name: StyleName): Promise<void> {
  const known = wanted.get(name) ?? load(name)
  wanted.set(name, known)
  return known
}

function load(name: StyleName): Promise<void> {
  const href = document.querySelector<HTMLMetaElement>(`meta[name="style-${name}"]`)?.content
  // A page that begins with the checklist has its styles at once.
  if (href === undefined) return Promise.resolve()
  return new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = appUrl(href)
    link.onload = () => resolve()
    link.onerror = () => {
      console.error(`the styles "${name}" could not be loaded`)
      // The next screen tries again.
      wanted.delete(name)
      link.remove()
      resolve()
    }
    document.head.append(link)
  })
}
