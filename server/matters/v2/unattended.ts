// v2 of matters that nobody can open: listing them, and taking one over.
import { unattendedRoutes } from '../../records/v2/unattended.ts'
import { matterKind } from '../matter-kind.ts'

export const unattendedMatterRoutes = unattendedRoutes(matterKind, {
  list: '/v2/unattended/matters',
  takeOver: '/v2/matters/:matterId/takeOver',
})
