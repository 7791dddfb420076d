/** The maximum number of products that 'Sin conexión' lists, the last visited ones first. */
const MAX_VISITED_PRODUCTS = 6;

/**
 * The script of 'Sin conexión' and of a stored page that is shown without a connection. It reloads the page when the
 * browser goes online and the shop responds. A reload without that response would only cancel a navigation that the
 * visitor has started. On 'Sin conexión' it also checks every five seconds, because a browser with a network gets no
 * event when the shop becomes reachable, and it lists the products whose pages the service worker has stored. On a
 * stored page, whose own code is removed, buttons and forms only move the focus to the notice.
 */
export const OFFLINE_SCRIPT = `(()=>{
const retry=async()=>{
try{const answer=await fetch("/manifest.webmanifest",{cache:"no-store"});if(answer.ok)location.reload()}catch{}};
addEventListener("online",retry);
if(document.querySelector("[data-wait]"))setInterval(retry,5000);
const list=document.querySelector("[data-visited]");
if(list)(async()=>{
for(const name of await caches.keys()){
if(!name.startsWith("escaparate.pages."))continue;
const cache=await caches.open(name);
const visited=(await cache.keys()).map(({url})=>url).filter((url)=>url.includes("/products/")).reverse();
for(const url of visited.slice(0,${MAX_VISITED_PRODUCTS})){
const html=await(await cache.match(url,{ignoreVary:true})).text();
const link=document.createElement("a");
link.href=url;
link.textContent=new DOMParser().parseFromString(html,"text/html").title.replace(/ · [^·]*$/,"");
link.className="flex min-h-14 items-center border-b border-line underline-offset-4 hover:underline";
list.appendChild(document.createElement("li")).append(link)}}
list.parentElement.hidden=!list.firstChild})().catch(()=>{});
const notice=document.getElementById("sin-conexion");
if(notice)document.addEventListener("click",(event)=>{
if(!event.target.closest("button,form"))return;
event.preventDefault();notice.focus()},true)})()`;
