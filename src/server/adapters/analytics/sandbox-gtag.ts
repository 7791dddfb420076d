/**
 * The demo's gtag.js: takes the same commands from `window.dataLayer` (consent, set, config, event), obeys the same
 * switches (consent, `ga-disable-<id>`), sets a `_ga` cookie as the real one does, and posts each event to the sandbox
 * instead of Google.
 */
export const SANDBOX_GTAG = `(()=>{
const id=new URL(document.currentScript.src).searchParams.get("id");
const layer=window.dataLayer=window.dataLayer||[];
const fields={};let storage="denied";
const client=()=>{
const known=/(?:^|; )_ga=([^;]+)/.exec(document.cookie);if(known)return known[1];
const made="GA1.1."+crypto.getRandomValues(new Uint32Array(1))[0]+"."+Math.floor(Date.now()/1000);
document.cookie="_ga="+made+"; path=/; max-age=63072000; SameSite=Lax";return made};
const send=(name,params)=>{
if(storage!=="granted"||window["ga-disable-"+id])return;
fetch("/sandbox/analytics/collect",{method:"POST",keepalive:true,headers:{"Content-Type":"application/json"},
body:JSON.stringify({id,client:client(),name,params:{...fields,...params}})}).catch(()=>{})};
const runAction=([command,first,second])=>{
if(command==="consent"&&second.analytics_storage)storage=second.analytics_storage;
if(command==="set")Object.assign(fields,first);
if(command==="event")send(first,second||{});
if(command==="config"&&!(second&&second.send_page_view===false))send("page_view",{})};
layer.forEach(runAction);
layer.push=(...entries)=>{entries.forEach(runAction);return Array.prototype.push.apply(layer,entries)}})()`;
