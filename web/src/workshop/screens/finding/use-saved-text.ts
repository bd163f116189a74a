// A text that is saved while typing, after a short pause and on leaving the field.
import { type ChangeEvent, useCallback, useEffect, useRef, useState } from 'preact/compat'

const pauseMs = 400

export function useSavedText(stored: string, save: (value: string) => void) {
  const [value, setValue] = useState(stored)
  const known = useRef(stored)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ value, save })
  latest.current = { value, save }
  const flush = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (latest.current.value === known.current) return
    known.current = latest.current.value
    latest.current.save(latest.current.value)
  }, [])
  // Somebody else changed it; what is being typed now takes precedence.
  useEffect(() => {
    if (stored === known.current || timer.current !== undefined) return
    known.current = stored
    setValue(stored)
  }, [stored])
  useEffect(() => flush, [flush])
  const onChange = ({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) => {
    setValue(currentTarget.value)
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, pauseMs)
  }
  const set = (next: string) => {
    setValue(next)
    known.current = next
    save(next)
  }
  return { value, onChange, onBlur: flush, set }
}
