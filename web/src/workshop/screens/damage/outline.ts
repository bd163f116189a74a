// The drawings and the names of their parts: data of the service, built into the app in chunks and cached by its service worker, so
// that a map opens without a network.

interface OutlineView {
  id: 'top' | 'left' | 'right' | 'front' | 'rear'
  /** x, y, width, height. */
  box: readonly [number, number, number, number]
}

export interface OutlinePanel {
  id: string
  view: OutlineView['id']
  kind: 'paint' | 'trim' | 'glass' | 'lamp' | 'wheel'
  centre: readonly [number, number]
  path: string
}

export interface Outline {
  viewBox: readonly [number, number]
  views: readonly OutlineView[]
  /** Each covers those before it. */
  panels: readonly OutlinePanel[]
  lines: readonly { weight: number; path: string }[]
}

/** An unknown style is drawn as the service draws it: a hatchback. */
export async function loadOutline(bodyStyle: string): Promise<Outline> {
  try {
    return (await import(`../../../../../server/data/outlines/${bodyStyle}.generated.json`)).default
  } catch (error) {
    if (bodyStyle === 'hatchback') throw error
    return loadOutline('hatchback')
  }
}

export type PanelNames = Readonly<Record<string, string>>

export async function loadPanelNames(language: string): Promise<PanelNames> {
  return (await import(`../../../../../languages/${language}/server/panels.json`)).default
}
