/** Addresses of what makes the site installable: `build/output/webManifest.ts` writes them. */
export const WEB_MANIFEST = '/manifest.webmanifest'
/** Of launchers that read no manifest. */
export const TOUCH_ICON = '/icons/touch.png'
