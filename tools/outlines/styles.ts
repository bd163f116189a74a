// All styles that are drawn.
import type { Style } from './style.ts'
import { coupe } from './styles/coupe.ts'
import { estate } from './styles/estate.ts'
import { hatchback } from './styles/hatchback.ts'
import { minibus } from './styles/minibus.ts'
import { mpv } from './styles/mpv.ts'
import { pickup } from './styles/pickup.ts'
import { saloon } from './styles/saloon.ts'
import { suv } from './styles/suv.ts'
import { van } from './styles/van.ts'

export const styles: readonly Style[] = [hatchback, saloon, estate, suv, coupe, mpv, van, minibus, pickup]
