/**
 * The service worker of the check-in page. It serves the page from the browser's cache if the server fails or does not
 * answer within four seconds, and the files of /assets/ from the cache whenever they are in it. It handles no API
 * calls. cache-page.ts fills the cache.
 */
export const WORKER_SCRIPT = `const CACHE="escaparate.door",PAGE="/boletos/validar";
const cached=(path)=>caches.open(CACHE).then((cache)=>cache.match(path,{ignoreSearch:true,ignoreVary:true}));
const within=(request,ms)=>fetch(request,{signal:AbortSignal.timeout(ms)});
const page=async(request)=>{try{const fresh=await within(request,4000);if(fresh.status<500)return fresh}catch{}
return(await cached(PAGE))||fetch(request)};
const asset=async(request,path)=>(await cached(path))||fetch(request);
addEventListener("install",()=>skipWaiting());
addEventListener("activate",(event)=>event.waitUntil(clients.claim()));
addEventListener("fetch",(event)=>{const{request}=event,url=new URL(request.url);
if(request.method!=="GET"||url.origin!==location.origin)return;
if(request.mode==="navigate"&&url.pathname===PAGE)event.respondWith(page(request));
else if(url.pathname.startsWith("/assets/"))event.respondWith(asset(request,url.pathname))});`;
