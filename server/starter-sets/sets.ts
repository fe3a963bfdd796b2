// The starter sets to choose from.
import { commercial, employment } from './business-sets.ts'
import { disputes, ip, privacy } from './special-sets.ts'
import type { StarterSet } from './starter-set.ts'

export const starterSets: readonly StarterSet[] = [commercial, employment, disputes, privacy, ip]
