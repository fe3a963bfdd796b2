import { examinePlaces } from './examine-places.ts'
import { places } from './places.ts'

await examinePlaces(places.work)
