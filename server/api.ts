// Every route module, in one plain list: what is not here does not exist.
import type { RouteModule } from './http/route.ts'

export const api: readonly RouteModule[] = []
