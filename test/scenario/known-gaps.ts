// Properties that no scenario can give a value, with the reason.

export const knownGaps: Readonly<Record<string, string>> = {
  'GET /matter-apis/v1/mattercategories 200 [].parentId': 'nothing is above the top of the tree',
}
