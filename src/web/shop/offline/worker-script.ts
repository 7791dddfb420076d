/** The paths of the page that is shown without a connection, and of its script. */
const OFFLINE_PAGE_PATH = "/sin-conexion";
export const OFFLINE_SCRIPT_PATH = "/sin-conexion.js";

/**
 * Paths of the pages that are the same for every visitor and still useful when they are old (rule OFFLINE-2). No other
 * pages are stored.
 */
export const STORABLE_PAGE_PATTERN =
  /^\/(?:products\/[\w-]+\/details|aviso-de-privacidad|terminos|cambios-y-devoluciones|promociones)?$/;

/**
 * The worker does not handle these paths: the back office, the API, the sandboxes, and the check-in page, which has its
 * own service worker.
 */
const UNHANDLED_PATH_PATTERN = /^\/(?:panel|boletos|api|sandbox)(?:\/|$)/;

/** How many pages are stored. Beyond it, the page that was visited longest ago is deleted. */
const MAX_STORED_PAGES = 30;

/** The classes of the notice 'Sin conexión' on a stored page. It stays visible while the page is scrolled. */
const NOTICE_CLASSES =
  "fixed inset-x-0 bottom-0 z-50 border-t border-line bg-warning-soft px-4 py-3 text-center text-sm";

/**
 * The service worker of the shop (decision 60). Each page load checks for a newer version, which replaces the worker at
 * once. A page comes from the network. If that fails, the worker responds with the stored page or with 'Sin conexión'.
 * The files of a page that is shown offline come from the cache. The worker leaves every other request to the browser:
 * API calls, page data, pictures and code. A stored page is shown without its code, so that it cannot sell at an old
 * price, and with the date when it was stored.
 */
export function renderWorkerScript(version: string, assets: readonly string[]): string {
  return `const SHELL="escaparate.shell.${version}",PAGES="escaparate.pages.${version}",
UNHASHED=${JSON.stringify([OFFLINE_PAGE_PATH, OFFLINE_SCRIPT_PATH])},FILES=[...UNHASHED,...${JSON.stringify(assets)}],
STORED=${STORABLE_PAGE_PATTERN},NOT_HANDLED=${UNHANDLED_PATH_PATTERN};
// The windows and tabs that show a page without a connection. They get its files from the cache.
const offlineClientIds=new Set;
addEventListener("install",(event)=>{skipWaiting();
event.waitUntil(caches.open(SHELL).then((cache)=>
cache.addAll(FILES.map((file)=>UNHASHED.includes(file)?new Request(file,{cache:"reload"}):file))))});
addEventListener("activate",(event)=>event.waitUntil((async()=>{
for(const name of await caches.keys())
if(/^escaparate\\.(?:shell|pages)\\./.test(name)&&name!==SHELL&&name!==PAGES)await caches.delete(name);
if(registration.navigationPreload)await registration.navigationPreload.enable();
await clients.claim()})()));
addEventListener("fetch",(event)=>{const{request}=event,url=new URL(request.url);
if(request.method!=="GET"||url.origin!==location.origin)return;
if(request.mode==="navigate"){if(!NOT_HANDLED.test(url.pathname))event.respondWith(open(event,url))}
else if(offlineClientIds.has(event.clientId)&&FILES.includes(url.pathname))
event.respondWith(findStored(SHELL,url.pathname).then((file)=>file||fetch(request)))});
const findStored=(cacheName,key)=>caches.open(cacheName).then((cache)=>cache.match(key,{ignoreVary:true}));
const open=async(event,url)=>{
try{const response=(await event.preloadResponse)||await fetch(event.request);
event.waitUntil(registration.update().catch(()=>{}));
if(isStorable(response,url))event.waitUntil(store(url.href,response.clone()));
return response}
catch{offlineClientIds.add(event.resultingClientId);
const storedPage=await findStored(PAGES,url.href);
return storedPage?withNotice(storedPage):(await findStored(SHELL,UNHASHED[0]))||Response.error()}};
const isStorable=({status,headers},{pathname})=>STORED.test(pathname)&&status===200&&
/^text\\/html/.test(headers.get("content-type"))&&/^public/.test(headers.get("cache-control"));
const store=async(key,response)=>{const cache=await caches.open(PAGES);
await cache.delete(key,{ignoreVary:true});await cache.put(key,response);
const keys=await cache.keys();
for(const oldest of keys.slice(0,Math.max(0,keys.length-${MAX_STORED_PAGES})))await cache.delete(oldest,{ignoreVary:true})};
const withNotice=async(response)=>{
const at=new Date(response.headers.get("date")||Date.now()).toLocaleString("es-MX",
{weekday:"long",day:"numeric",month:"long",hour:"numeric",minute:"2-digit"}).replace(",","");
const notice='<p id="sin-conexion" role="status" tabindex="-1" data-bottom-bar class="${NOTICE_CLASSES}"><strong>Sin conexión.</strong> '+
"Esta página es del "+at+': los precios y lo disponible pueden haber cambiado. '+
'<a href="" class="underline underline-offset-4">Reintentar</a></p><script src="${OFFLINE_SCRIPT_PATH}" defer></script>';
const html=(await response.text()).replace(/<script type="text\\/plain" id="app-code">[^]*?<\\/script>/,"")
.replace(/<body[^>]*>/,(body)=>body+notice);
const headers=new Headers(response.headers);
for(const name of["content-encoding","content-length","etag"])headers.delete(name);
headers.set("cache-control","no-store");
return new Response(html,{status:200,headers})};`;
}
