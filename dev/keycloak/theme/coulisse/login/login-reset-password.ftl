<#import "template.ftl" as layout>
<#import "fields.ftl" as fields>
<@layout.registrationLayout displayMessage=!messagesPerField.existsError('username'); section>
  <#if section = "header">
    ${msg("emailForgotTitle")}
  <#elseif section = "form">
    <p class="lead">${msg("emailInstruction")}</p>
    <form id="kc-reset-password-form" action="${url.loginAction}" method="post" onsubmit="login.disabled = true; return true;">
      <@fields.email value=(auth.attemptedUsername)!''/>
      <@fields.submit msg("doSendLink")/>
    </form>
    <p class="aside"><a href="${url.loginUrl}">${msg("backToLogin")}</a></p>
  </#if>
</@layout.registrationLayout>
