// Stores pictures on the device and starts to send them; afterwards a worker looks at each one and notes what may be wrong with it.
import { useWorkshop } from '../../app/context.tsx'
import { useWords } from '../../app/words.tsx'
import { addPhoto, setDoubt } from '../../store/media.ts'
import type { MediaPlace } from '../../store/tables.ts'
import { toast } from '../../ui/toast.tsx'
import { makePreview } from './device.ts'
import { findDoubt } from './find-doubt.ts'

/** Returns the id of the photo; undefined if it could not be stored, which was said. */
export function useKeep(surveyId: string, place: MediaPlace) {
  const { store, ...workshop } = useWorkshop()
  const { t } = useWords()
  return async (picture: Blob): Promise<string | undefined> => {
    try {
      const preview = await makePreview(picture)
      const { id } = await addPhoto(store, workshop.author(), surveyId, place, picture, preview)
      workshop.poke()
      findDoubt(picture)
        .then((doubt) => doubt && setDoubt(store, id, doubt))
        .catch(() => {})
      return id
    } catch (error) {
      const isFull = (error as Error).name === 'QuotaExceededError'
      toast(t(isFull ? 'camera.full' : 'camera.failed'))
      return undefined
    }
  }
}
