// The way between the pages of the console.
import { createRouter } from '../../office/app/router.tsx'
import { places } from '../paths.ts'

export const router = createRouter(places)
export const { go, Link } = router
