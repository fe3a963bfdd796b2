// URL rewriting before routing: every area prefix also serves the v2 routes.

const areaBeforeV2 = /^\/(?:contract|matter|file|field|invoice|account)-apis(?=\/v2(?:[/?#]|$))/i

/** `/contract-apis/v2/contracts` is `/v2/contracts`; anything else stays as it is. */
export const rewriteAddress = (url: string): string => url.replace(areaBeforeV2, '')
