// The drawing of a body style with the names of its parts in the person's language, loaded on first use.
import { useEffect, useState } from 'preact/compat'
import { useWords } from '../../app/words.tsx'
import { loadOutline, loadPanelNames, type Outline, type PanelNames } from './outline.ts'

export interface Drawing {
  outline: Outline
  names: PanelNames
}

/** Undefined until it is loaded. */
export function useDrawing(bodyStyle: string): Drawing | undefined {
  const { language } = useWords()
  const [drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    let isStale = false
    Promise.all([loadOutline(bodyStyle), loadPanelNames(language)]).then(([outline, names]) => {
      if (!isStale) setDrawing({ outline, names })
    })
    return () => {
      isStale = true
    }
  }, [bodyStyle, language])
  return drawing
}
